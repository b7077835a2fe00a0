export * from './errors';
export * from './lists';
export { reportOn } from './log';
export { nextSteps } from './revocation';
export type { Audience } from './words';
