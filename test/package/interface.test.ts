import { read } from './repository';

it.each(['README.md', 'docs/interface.md', 'dev/sandbox/openapi.yaml'])(
	'%s names the version of the interface and its date',
	(file) => expect(read(file)).toMatch(/version 1\.0\.0,\s+2023-12-01/),
);

it.each(['README.md', 'DECISIONS.md'])(
	'%s says that the password grant is not offered, and why',
	(file) => expect(read(file)).toMatch(/password (grant|flow)[^.]*n8n/i),
);
