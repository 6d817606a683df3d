/** How the pages look, in light and dark, on a desk and on a phone. */
import { darkColours, lightColours } from './palette.ts'

export const pageStyle = `:root {
  color-scheme: light dark;
  ${lightColours}
  --back: #f4f6f8;
  --panel: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    ${darkColours}
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  padding: 1.5rem;
  display: grid;
  place-items: center;
  font: 1rem/1.55 system-ui, sans-serif;
  color: var(--text);
  background: var(--back);
}
main {
  width: 100%;
  max-width: 44rem;
  padding: 2rem 2.25rem;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 0.8rem;
}
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; }
h1 small { color: var(--quiet); font-size: 1rem; font-weight: normal; }
h2 { font-size: 1rem; margin: 1.75rem 0 0.25rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.5rem; margin: 1.25rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.who { padding: 0.5rem 0.9rem; border-left: 4px solid var(--link); background: var(--back); }
@media (max-width: 34rem) {
  body { padding: 0.75rem; place-items: start stretch; }
  main { padding: 1.25rem; }
  dl { display: block; }
  dd { margin: 0 0 0.75rem; }
}
`
