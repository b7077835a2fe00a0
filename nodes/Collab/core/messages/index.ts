export * from './errors';
export * from './lists';
export { nextSteps } from './revocation';
export type { Audience } from './words';
