<?php
// Laravel's router and Eloquent in one file, on MariaDB; pages as its guide to pagination makes them.
require 'Illuminate/autoload.php';

use Illuminate\Container\Container;
use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Events\Dispatcher;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Pagination\Paginator;
use Illuminate\Routing\Router;

$database = new Manager;
$database->addConnection([
	...['driver' => 'mysql', 'host' => '127.0.0.1', 'port' => getenv('MYSQL_TCP_PORT')],
	...['database' => 'projects', 'username' => 'root', 'password' => ''],
]);
$database->setAsGlobal();
$database->bootEloquent();

class Project extends Model
{
	protected $keyType = 'string';
	public $incrementing = false;
}

$request = Request::capture();
Paginator::currentPageResolver(fn () => $request->input('page', 1));

$container = new Container;
$router = new Router(new Dispatcher($container), $container);
$router->get('/v1/projects', function () use ($request) {
	if ($request->header('X-API-Key') !== getenv('API_KEY')) {
		return new JsonResponse(['message' => 'Unauthenticated.'], 401);
	}
	$status = $request->input('status', 'all');
	$projects = Project::orderBy($request->input('sort_by', 'created_at'), $request->input('order', 'desc'))
		->when($status !== 'all', fn ($query) => $query->where('status', $status))
		->paginate($request->input('per_page', 20));
	$envelope = ['page' => $projects->currentPage(), 'per_page' => $projects->perPage()];
	$envelope += ['total_items' => $projects->total(), 'total_pages' => $projects->lastPage()];
	$envelope += ['has_next' => $projects->hasMorePages(), 'has_prev' => !$projects->onFirstPage()];
	return ['data' => $projects->items(), 'pagination' => $envelope];
});
$router->dispatch($request)->send();
