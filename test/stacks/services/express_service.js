/** Express with node-postgres, after the guides of both. */
const express = require('express');
const { Pool } = require('pg');

const app = express();
const pool = new Pool();

app.use((req, res, next) => {
	if (req.get('X-API-Key') === process.env.API_KEY) next();
	else res.status(401).json({ error: 'Wrong key' });
});

app.get('/v1/projects', async (req, res) => {
	const { page = 1, per_page = 20, status = 'all', sort_by, order } = req.query;
	const column = ['name', 'updated_at'].includes(sort_by) ? sort_by : 'created_at';
	const direction = order === 'asc' ? 'ASC' : 'DESC';
	const where = "WHERE $1 IN ('all', status)";
	const counted = await pool.query(`SELECT COUNT(*) FROM projects ${where}`, [status]);
	const { rows } = await pool.query(
		`SELECT * FROM projects ${where} ORDER BY ${column} ${direction} LIMIT $2 OFFSET $3`,
		[status, per_page, (page - 1) * per_page],
	);
	const total_items = counted.rows[0].count;
	const total_pages = Math.ceil(total_items / per_page);
	const more = { has_next: page < total_pages, has_prev: page > 1 };
	res.json({ data: rows, pagination: { page, per_page, total_items, total_pages, ...more } });
});

app.listen(process.env.PORT, '127.0.0.1');
