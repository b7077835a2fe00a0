import type { NodeConnectionType } from 'n8n-workflow';

/** `NodeConnectionTypes.Main` of n8n-workflow, which older versions of it do not export. */
export const MAIN: NodeConnectionType = 'main';
