/**
 * The package in a real n8n, from its tarball, with a service over https: `npm run test:n8n` runs it on several versions. One
 * n8n for all of it, so the order counts.
 */
import './connect';
import './trigger';
import './templates';
import './validity';
import './assistants';
