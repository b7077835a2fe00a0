/** A project as the interface specification describes it (section 2.1). */
export interface ProjectRecord {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	/** `active` and `archived` are filter values; further states are not specified, `completed` stands for them. */
	readonly status: string;
	readonly created_at: string;
	readonly updated_at: string;
	readonly owner_id: string;
	readonly member_count: number;
	readonly task_count: number;
	readonly completed_task_count: number;
	readonly start_date: string;
	readonly end_date: string;
}
