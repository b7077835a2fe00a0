/** Asks the service's console. Fails with the service's own words. */
export async function ask(method, path, body) {
	const response = await fetch(`/console${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	if (response.status === 204) return undefined;
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error?.message ?? `Status ${response.status}`);
	return answer;
}
