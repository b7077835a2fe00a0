/** List Projects puts these out by default, in this order. They are not taken from the product, so that a change shows. */
export const SIMPLIFIED_FIELDS = [
	'id',
	'name',
	'status',
	'owner_id',
	'start_date',
	'end_date',
	'task_count',
	'completed_task_count',
	'created_at',
	'updated_at',
];
