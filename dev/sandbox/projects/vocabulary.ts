/** The words that names and descriptions of projects are made of. */
const list = (words: string) => words.split(/[;\n]/).map((word) => word.trim());

export const ADJECTIVES =
	list(`Annual; Bold; Central; Digital; Early; Fresh; Global; Green; Internal; Joint; Lean; Mobile
	New; Nordic; Open; Pilot; Quick; Regional; Shared; Smart`);

export const AREAS =
	list(`Accounting; Archive; Brand; Campus; Customer portal; Data platform; Events; Fleet; Harbour
	Intranet; Knowledge base; Logistics; Marketing; Müller account; Newsletter; Onboarding
	Payroll; Research; Search; Support; Tōkyō office; Training; Warehouse; Website`);

export const VERBS = list('Plan; Review; Rebuild; Launch; Document; Migrate; Measure; Simplify');

export const OUTCOMES =
	list(`the rollout; a first release; the yearly budget; shared templates; the supplier contracts
	the hand-over, step by step; open questions; a clear roadmap`);
