/** Addresses, and what becomes of them: used as they are (less spaces and slashes at their ends), or the reason why not. */
const words = (text: string): string[] => text.trim().split(/\s+/);

export const ACCEPTED: readonly string[] = [
	'  https://collab.example.com/v1//  ',
	...words(`
		https://collab.example.com https://collab.example.com/ https://collab.example.com/v1/
		https://collab.example.com/t/me/v1 https://collab.example.com/%20/v1 https://collab.example.com//v1
		https://collab.example.com/a;b=c,d/v1 https://collab.example.com/~me/(a)/it's!/$1/*/+/v1
		https://COLLAB.Example.COM/V1 https://collab.example.com/v1.0 HTTPS://collab.example.com/v1 HTTP://localhost/v1
		http://localhost http://localhost:4010/v1/ http://127.0.0.1
	`),
	...words(`
		collab.example.com collab.example.com:8443/api collab.example.com:65535 collab.example.com:1 collab
		collab-1 my_service.internal xn--bcher-kva.example a.b.c.d.e.example
		1.example.com 0x7f.example 10.0.0.1 192.168.0.255:8443 127.0.0.1 localhost api.localhost
		[2001:db8::1] [2001:db8::1]:8443 [::ffff:192.0.2.1] 1.2.3 collab.example.com. 127.00.0.1
	`).map((host) => `https://${host}/v1`),
	...words(`
		localhost LOCALHOST:4010 localhost:4010 127.0.0.1:4010 127.0.0.2 127.255.255.255 127.1.2.3:80
		[::1]:4010 [::1] 127.00.0.1
	`).map((host) => `http://${host}/v1`),
];

/** What stands before the first slash has a point: https:// is added. */
export const WITHOUT_SCHEME: readonly string[] = words(`
	collab.example.com/v1 collab.example.com collab.example.com:8443/v1 10.0.0.1/v1/ COLLAB.example.com/v1
`);

/** http:// is added: nothing travels. */
export const THIS_MACHINE: readonly string[] = words(`
	localhost:6251/v1 LOCALHOST:6251 localhost localhost/v1/ 127.0.0.1:4010/v1 127.1.2.3 [::1]:4010/v1 [::1]
`);

/** Used in the form that DNS knows. */
export const INTERNATIONAL: readonly string[] = words(`
	https://bücher.example/v1 bücher.example/v1 https://BÜCHER.example https://例え.テスト/v1 https://пример.example:8443/v1
`);

/** One of them has a Cyrillic letter. */
export const PLAIN_HTTP: readonly string[] = [
	'HTTP://collab.example.com/v1',
	...words(`
		collab.example.com collab api.localhost a.b.localhost:4010 localhost.example.com localhost.
		notlocalhost 127.0.0.1.example.com 127.0.0.1.nip.io 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1
		0177.0.0.1 127.0.0.1. 128.0.0.1 126.255.255.255 10.0.0.1 192.168.1.1 0.0.0.0 169.254.169.254 [::]
		[::2] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [2001:db8::1] xn--localhost localhost\\.example.com
		localhost%2eexample.com lоcalhost localhost;example.com 127.0.0.1,example.com
	`).map((host) => `http://${host}/v1`),
];

export const MORE_THAN_AN_ADDRESS: readonly string[] = [
	...words(`
		ada:secret@collab.example.com/v1 ada@collab.example.com/v1 collab.example.com@evil.test/v1
		collab.example.com/t/me@evil.test/v1 collab.example.com/v1?key=secret collab.example.com/v1?
		collab.example.com?x collab.example.com/v1#part collab.example.com/v1# collab.example.com#@evil.test
	`).map((rest) => `https://${rest}`),
	...words('localhost:1@ localhost@ localhost#@ localhost?@ 127.0.0.1:80@ [::1]@').map(
		(host) => `http://${host}example.com/v1`,
	),
];

export const NOT_AN_ADDRESS: readonly string[] = [
	...['', '   ', 'not an address', 'see https://ada@collab.example.com/v1'],
	...['https://collab example.com/http:', 'https://collab .example.com/v1'],
	...['https://collab.example.com/v 1', 'https://collab.example.com/v1\n/x'],
	'https://collab\t.example.com/v1',
	...words(`
		/ v1 ada@collab.example.com/v1 collab.example.com?x //collab.example.com/v1 ftp://collab.example.com/v1 ws://localhost/v1
		file:///etc/passwd javascript:alert(1) https:collab.example.com/v1 https:/collab.example.com/v1
		https:// https:///v1 http:///localhost/v1 https://collab.example.com/bücher https://collab.example.com/v1\\x
		https://[::1/v1 https://{{host}}/v1 https://collab.example.com/<v1> https://collab.example.com/"v1"
		undefined
	`),
	...words(`
		:443 collab.example.com: collab.example.com:port collab.example.com:443:443
		bücher／example １２７.0.0.1 collab。example 😀.example collab.example.com\\evil.test [evil.test]
	`).map((host) => `https://${host}/v1`),
];
