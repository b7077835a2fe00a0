/** Projects without `updated_at`: each counts as last changed when it was created. */
import { DAY, HOUR } from '../service';
import * as act from './testTrigger';
import { edit, nothing, story, withProjects } from './testTrigger';

const created = act.create('new', { updated_at: null });

story(
	'one that is listed first is delivered once, and hides no change behind it',
	() => withProjects(300, {}, { nulls: 'first' }),
	[nothing, '', HOUR],
	[act.inTurn(created, edit('p3')), 'created new, updated p3'],
	[nothing, '', HOUR],
	[edit('p4'), 'updated p4'],
);
story(
	'one that is listed last is delivered when all projects are read',
	() => withProjects(300, { events: ['created', 'becameOverdue'] }, { nulls: 'last' }),
	[nothing, '', HOUR],
	[created, ''],
	[nothing, 'created new', DAY],
);
