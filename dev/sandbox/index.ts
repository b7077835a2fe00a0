export type { Behavior, SandboxOptions } from './options';
export type { ProjectRecord } from './projects/record';
export { ProjectStore } from './projects/store';
export type { ListQuery, ProjectList } from './projects/store';
export type { RecordedRequest } from './recording';
export { startSandbox } from './sandbox';
export type { Sandbox } from './sandbox';
