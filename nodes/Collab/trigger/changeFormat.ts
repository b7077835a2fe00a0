import type { Change, ChangeOptions } from '../core/changes/options';
import type { JsonValue } from '../core/contract';
import type { ItemFormat } from '../core/query/itemFormat';

/** The JSON of a trigger's item: the project's fields as Output has them, then `event`, and `changes` where they are asked for. */
export function changeFormatter(
	format: ItemFormat,
	{ includePreviousValues }: Pick<ChangeOptions, 'includePreviousValues'>,
) {
	return ({ project, event, changes }: Change): Record<string, JsonValue> => ({
		// No more is known of a removed project than stands there.
		...(event === 'removed' ? project : format(project)),
		event,
		...(includePreviousValues && { changes: changes as unknown as JsonValue }),
	});
}
