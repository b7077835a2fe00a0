/** What List Projects puts out for each project by default, in this order. Not taken from the product, so that a change shows. */
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
