import { describe, expect, it } from 'vitest'
import { html, prose } from './html.ts'

describe('html', () => {
  it('escapes every text that is put in', () => {
    expect(html`<p title="${'"\'<&>'}">${'<b>'}${7}${undefined}</p>`.html).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;7</p>',
    )
  })

  it('takes what is HTML already as it is, one or several', () => {
    expect(html`<ul>${[html`<li>${'a&b'}</li>`, html`<li></li>`]}</ul>`.html).toBe('<ul><li>a&amp;b</li><li></li></ul>')
  })

  it('shows code among words', () => {
    expect(prose('Use `a < b` here.').html).toBe('Use <code>a &lt; b</code> here.')
  })
})
