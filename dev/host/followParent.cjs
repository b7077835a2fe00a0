/**
 * Loaded into n8n before n8n itself. When the process that started n8n is gone, in whatever way, the
 * channel to it closes: then n8n ends too, and takes its task runners along.
 */
const GIVE_UP_MS = 10_000;

process.once('disconnect', () => {
	process.kill(0, 'SIGTERM');
	setTimeout(() => process.kill(0, 'SIGKILL'), GIVE_UP_MS);
});
process.channel?.unref();
