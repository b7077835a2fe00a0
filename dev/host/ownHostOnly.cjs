/**
 * Loaded into n8n before n8n itself, which answers whatever the Host header says: a page from elsewhere that points its own
 * name at this machine (DNS rebinding) would count as n8n's own.
 */
const { Server } = require('node:http');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const STATUS = '421 Misdirected Request';

const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...given) {
	const [request, responseOrSocket] = given;
	const comesFromOutside = event === 'request' || event === 'upgrade';
	if (!comesFromOutside || LOOPBACK.test(request.headers.host ?? '')) {
		return emit.call(this, event, ...given);
	}
	if (event === 'request') responseOrSocket.writeHead(421).end(STATUS);
	else responseOrSocket.end(`HTTP/1.1 ${STATUS}\r\n\r\n`);
	return true;
};
