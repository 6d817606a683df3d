/** How the page of the API looks, in light and dark, on paper and on a phone. */
import { darkColours, lightColours } from '../../pages/palette.ts'

export const docsStyle = `:root {
  color-scheme: light dark;
  ${lightColours}
  --back: #ffffff;
  --panel: #f4f6f8;
  --get: #0b6b3a;
  --post: #0b5cad;
  --put: #8a4b00;
  --delete: #a4161a;
}
@media (prefers-color-scheme: dark) {
  :root {
    ${darkColours}
    --get: #6fd19c;
    --post: #7db7f0;
    --put: #f0b26b;
    --delete: #ff9a9a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0;
  padding: 1.5rem;
  display: grid;
  grid-template-columns: minmax(14rem, 22rem) minmax(0, 60rem);
  gap: 0 2.5rem;
  font: 1rem/1.55 system-ui, sans-serif;
  color: var(--text);
  background: var(--back);
}
header { grid-column: 1 / -1; max-width: 60rem; }
h1 { font-size: 2rem; margin: 0 0 0.5rem; }
h1 small, small { color: var(--quiet); font-weight: normal; }
h2 { text-transform: capitalize; margin: 2.5rem 0 0.25rem; padding-top: 0.5rem; border-top: 2px solid var(--line); }
h3 { margin: 0 0 0.25rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.85rem; color: var(--quiet); text-transform: uppercase; letter-spacing: 0.05em; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1rem 0; font-size: 0.85rem; }
nav ul { list-style: none; margin: 0 0 0.75rem; padding: 0; }
nav li a { display: block; padding: 0.2rem 0; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
summary { cursor: pointer; font-weight: 600; text-transform: capitalize; }
.operation { margin: 1.25rem 0; padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--line); border-radius: 0.6rem; }
.operation:target { border-color: var(--link); }
.summary { margin: 0.25rem 0; }
.method { display: inline-block; min-width: 3.6rem; font: 700 0.75rem/1.4 ui-monospace, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.put, .patch { color: var(--put); }
.delete { color: var(--delete); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--quiet); }
abbr { color: var(--delete); text-decoration: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--back); }
@media (max-width: 50rem) {
  body { display: block; padding: 1rem; }
  nav { position: static; max-height: none; }
}
@media print {
  nav, .skip { display: none; }
  body { display: block; }
}
`
