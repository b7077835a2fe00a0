/**
 * Both kinds of trigger with both credentials: the plain one, and the one that remembers earlier values. Looking back
 * mends what would be lost otherwise, so two of them do without.
 */
export const WATCHERS = [
	{ name: 'plain with API key', authentication: 'apiKey', remembers: false, lookBack: 5 },
	{ name: 'plain with OAuth2', authentication: 'oAuth2', remembers: false, lookBack: 0 },
	{ name: 'remembering with API key', authentication: 'apiKey', remembers: true, lookBack: 0 },
	{ name: 'remembering with OAuth2', authentication: 'oAuth2', remembers: true, lookBack: 5 },
] as const;

export type WatcherKind = (typeof WATCHERS)[number];
export type WatcherName = WatcherKind['name'];
