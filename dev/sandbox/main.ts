import { parseArgs } from 'node:util';
import { DEFAULTS, type Sandbox, startSandbox } from './index';

const USAGE = `A Collab service for development: project listing, API key and OAuth 2.0, in memory.
  --port      port to listen on, 0 for any free one [4010]
  --projects  projects to begin with [${DEFAULTS.projects}]`;

async function run(): Promise<void> {
	const port = { type: 'string', default: '4010' } as const;
	const projects = { type: 'string', default: String(DEFAULTS.projects) } as const;
	const { values } = parseArgs({ options: { port, projects, help: { type: 'boolean' } } });
	if (values.help) return console.log(USAGE);
	const options = { port: Number(values.port), projects: Number(values.projects) };
	if (!(options.projects >= 0)) throw new RangeError('--projects must be a number from 0 on');
	const sandbox = await startSandbox(options);
	console.log(introduce(sandbox));
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

const introduce = (sandbox: Sandbox) => `The Collab sandbox is running. Ctrl-C stops it.
  Page for people       ${sandbox.url} (a restart brings the day's first projects back)
  Base URL              ${sandbox.baseUrl}
  Authorization server  ${sandbox.authServerUrl}
  API key               ${sandbox.apiKey}
  Client ID             ${sandbox.clientId}
  Client secret         ${sandbox.clientSecret}
  Projects              ${sandbox.projects.size}`;

run().catch((error: unknown) => {
	console.error(`The sandbox did not start: ${error instanceof Error ? error.message : ''}`);
	process.exitCode = 1;
});
