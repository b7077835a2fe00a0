import { showApiKeys, showApplications, showConnection } from './access.js';
import { attempt, announce } from './elements.js';
import { showProjects } from './projects.js';

const VIEWS = {
	'#projects': showProjects,
	'#api-keys': showApiKeys,
	'#applications': showApplications,
	'#connect': showConnection,
};

function showView() {
	const chosen = location.hash in VIEWS ? location.hash : '#projects';
	for (const view of Object.keys(VIEWS)) {
		document.getElementById(`view-${view.slice(1)}`).hidden = view !== chosen;
		const link = document.querySelector(`nav a[href="${view}"]`);
		if (view === chosen) link.setAttribute('aria-current', 'page');
		else link.removeAttribute('aria-current');
	}
	announce('');
	scrollTo(0, 0);
	return attempt(VIEWS[chosen]);
}

addEventListener('hashchange', showView);
void showView();
