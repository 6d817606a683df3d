/** The lab as one HTML page that needs nothing beside it. */
import { escaped } from '../eval/report/markup.ts'
import type { LabReport } from '../run-lab.ts'
import { labPlot } from './lab-plot.ts'
import { labTable } from './lab-table.ts'
import { pageStyle } from './page-style.ts'

const style = `${pageStyle}body{max-width:84rem}
.fails{color:#dd4444;font-weight:600}.wide svg{width:100%;min-width:66rem;height:auto}`

/** The report as one HTML page that needs nothing beside it. */
export function labPage(report: LabReport): string {
  const { notice, head, rows, right, faults, open, total } = labTable(report)
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row.map((text, at) => `<${tag}${right.includes(at) ? ' class="n"' : ''}>${escaped(text)}</${tag}>`).join('')
  const body = rows.map(
    (row, at) => `<tr${report.rows[at]?.verdict === 'fails' ? ' class="fails"' : ''}>${cells(row, 'td')}</tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gyre lab</title>
<style>${style}</style>
<h1>Gyre lab</h1>
<p><strong>${escaped(notice)}</strong></p>
<p>The loops are real, and so are the tasks and the check of every answer. The model is simulated: it errs as often as it is told,
so that arithmetic says how often a loop has to succeed.</p>
<p${report.total.pass ? '' : ' class="fails"'}>${escaped(total)}</p>
${reasonList([...faults, ...open])}<div class="wide">
${labPlot(report)}</div>
<div class="wide"><table>
<thead><tr>${cells(head, 'th')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>
</html>
`
}

function reasonList(reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  return `<ul>\n${reasons.map((each) => `<li>${escaped(each)}</li>`).join('\n')}\n</ul>\n`
}
