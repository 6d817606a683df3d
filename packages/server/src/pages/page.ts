/** The frame of every page that people see before they are anywhere else: made here, with no script. */
import { type Html, html } from '../native/docs/html.ts'

/** Where its style is: what stands in a page itself is not let through by the policy of the server. */
export const styleAt = '/gyre.css'

/** Beside the title in a tab: a ring with an opening. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M13 8a5 5 0 1 1-3-4.6' fill='none' stroke='%230b5cad' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E"

export function page(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${styleAt}">
</head>
<body>
<main>
${main}</main>
</body>
</html>
`.html
}
