/** What report pages look like, on a light ground or a dark one, as the browser is set. */

export const pageStyle = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;width:100%}th,td{border-bottom:1px solid #8886;padding:.35rem .6rem;text-align:left;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}.n,.name{white-space:nowrap}.wide{overflow-x:auto}`
