/** n8n's editor renders hints and the descriptions of options and errors as HTML, with images and links. */
export const asHtml = (text: string) =>
	text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
