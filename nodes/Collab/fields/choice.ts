/** What a field with options offers. */
export const choice = (name: string, value: string, description: string) => ({
	name,
	value,
	description,
});
