import { answer as answerOf, STRICT } from '../../unit/looseListing';
import type { LooseQuery, Ordering, Row } from '../../unit/looseListing';
import { answer, scriptedServer } from '../../engine/harness/scriptedServer';
import type { ScriptedServer, SeenRequest } from '../../engine/harness/scriptedServer';
import { DATABASE, startPostgres } from '../scale-out/postgres';
import { Psql } from './psql';

/** As many connections as a small service keeps open. */
const SESSIONS = 4;

/** A service that lists from PostgreSQL as many do: no index, no second column to sort equal values by. */
export interface PostgresService extends ScriptedServer {
	/** Runs statements on its database. */
	query(statements: string): Promise<string[]>;
}

export async function startService(): Promise<PostgresService> {
	const postgres = await startPostgres();
	const sessions = Array.from({ length: SESSIONS }, () => new Psql(postgres.port, DATABASE));
	const sessionOf = (attempt: number) => sessions[attempt % SESSIONS]!;
	const server = await scriptedServer((response, request, attempt) => {
		list(sessionOf(attempt), asked(request.query)).then(
			(body) => answer(response, 200, body),
			() => answer(response, 500),
		);
	});
	return {
		...server,
		query: async (statements) => await sessionOf(0).query(statements),
		close: async () => {
			await server.close();
			await Promise.all(sessions.map(async (session) => await session.close()));
			await postgres.stop();
		},
	};
}

/** As the node asks, which names all five. */
function asked({ page, per_page, status, sort_by, order }: SeenRequest['query']): LooseQuery {
	const ordering = { status, sortBy: sort_by, order } as Ordering;
	return { page: Number(page), perPage: Number(per_page), ...ordering };
}

async function list(session: Psql, query: LooseQuery) {
	const perPage = Math.min(query.perPage, STRICT.maxPerPage);
	const where = query.status === 'all' ? '' : `WHERE status = '${query.status}'`;
	const [total, ...rows] = await session.query(`
		SELECT count(*) FROM projects ${where};
		SELECT row_to_json(page) FROM (
			SELECT id, name, status, ${stamp('created_at')}, ${stamp('updated_at')}
			FROM projects ${where}
			ORDER BY projects.${query.sortBy} ${query.order}
			LIMIT ${perPage} OFFSET ${(query.page - 1) * perPage}
		) AS page
	`);
	const projects = rows.map((row) => JSON.parse(row) as Row);
	return answerOf(Number(total), projects, query, STRICT);
}

const stamp = (column: string) =>
	`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS ${column}`;
