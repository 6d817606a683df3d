import { describe, expect, it } from 'vitest'
import { reportMarkdown } from './markdown.ts'
import type { CitedSource, Report } from './report.ts'

const ferry: CitedSource = {
  number: 1,
  id: 's1',
  title: 'Ferries of the lake',
  url: 'https://lake.example/ferries',
  host: 'lake.example',
  publishedAt: '2024-05-01T10:00:00Z',
  isPinned: false,
  remarks: [],
}

const report: Report = {
  query: 'How do people cross the lake?',
  title: 'Crossing the lake',
  abstract: 'Most people take a ferry.',
  sections: [
    { topic: 't1', title: 'Ferries', text: 'There are three ferries [1].', isExtract: false, rewrites: 0 },
    { topic: 't2', title: 'Bridges', text: 'A bridge was planned. *(no source given)*', isExtract: true, rewrites: 2 },
  ],
  sources: [ferry],
  citations: [],
  unsupported: [{ section: 't2', sentence: 'A bridge was planned.', why: ['It cites nothing.'] }],
  removed: [{ section: 't2', what: '[9]', why: 'There is no such source.' }],
  score: { sentences: 2, cited: 1, supported: 1, unsupported: 0, uncited: 1, precision: 1, recall: 0.5 },
  ledger: [
    {
      topic: 't1',
      title: 'Ferries',
      origin: 'outline',
      coverage: 0.8999,
      passages: 4,
      sources: 3,
      hosts: 2,
      searches: 2,
      status: 'covered',
    },
  ],
  failed: [{ url: 'https://gone.example/', reason: 'There is no such page (404).' }],
  history: [],
  stop: 'covered',
  stopWhy: 'The least covered topic is at 0.899, not below 0.8.',
  spent: { modelCalls: 1, toolCalls: 5, inputTokens: 1200, outputTokens: 340, costUsd: 0.01234 },
}

const sourcesOf = (...sources: readonly Partial<CitedSource>[]) => {
  const all = sources.map((source, at) => ({ ...ferry, ...source, number: at + 1 }))
  const [, list = ''] = /## Sources\n\n([\s\S]*?)\n\n## /.exec(reportMarkdown({ ...report, sources: all })) ?? []
  return list.split('\n')
}

const abstractOf = (abstract: string) =>
  reportMarkdown({ ...report, abstract })
    .split('\n\n## Ferries')[0]
    ?.slice(21)

const textOf = (text: string) => {
  const [section] = report.sections
  const all = reportMarkdown({ ...report, sections: section ? [{ ...section, text }] : [] })
  return all.split('## Ferries\n\n')[1]?.split('\n\n## Sources')[0]
}

describe('a report as Markdown', () => {
  it('is the text, its sources, and how it was researched', () => {
    expect(reportMarkdown(report)).toBe(`# Crossing the lake

Most people take a ferry.

## Ferries

There are three ferries [1].

## Bridges

*This section is made of passages of the sources: no author could be asked, or nothing that one wrote is supported.*

A bridge was planned. *(no source given)*

## Sources

1. [Ferries of the lake](https://lake.example/ferries), lake.example, 2024-05-01

## How this was researched

The research ended because every topic was covered. The least covered topic is at 0.899, not below 0.8.

### Coverage

| Topic | Coverage | Passages | Sources | Searches | Status |
| --- | ---: | ---: | ---: | ---: | --- |
| Ferries | 0.89 | 4 | 3 | 2 | covered |

### Statements without support

- “A bridge was planned.” in “Bridges”: It cites nothing.

### Taken out

- \`[9]\` in “Bridges”: There is no such source.

### Sources that failed

- \`https://gone.example/\`: There is no such page (404).

### Checks

- Citation precision 1.00: what is cited supports 1 of 1 statements that cite something.
- Citation recall 0.50: 1 of 2 statements that need a source are supported by one.
- 0 statements not supported, 1 without a source; each is marked in the text.

### Cost

1 model call, 5 tool calls, 1200 tokens read and 340 written; $0.0123. Embeddings are not counted.
`)
  })

  it.each([
    ['budget', 'its budget was spent'],
    ['cancelled', 'somebody ended it'],
  ] as const)('says below the abstract that it came too early: %s', (stop, why) => {
    expect(reportMarkdown({ ...report, stop })).toContain(
      `Most people take a ferry.\n\nThis report was written before the research was complete: ${why}.\n\n## Ferries`,
    )
  })

  it.each(['covered', 'diminishing', 'exhausted', 'no_progress', 'max_cycles'] as const)(
    'does not say so of one that came to its end: %s',
    (stop) => {
      expect(reportMarkdown({ ...report, stop })).not.toContain('before the research was complete')
    },
  )

  it('names below the abstract what is not covered', () => {
    const [entry] = report.ledger
    if (!entry) throw new Error('There is no topic.')
    const ledger = [entry, { ...entry, title: 'Bridges *', coverage: 0.3199, status: 'exhausted' as const }]
    const text = reportMarkdown({ ...report, ledger })
    expect(text).toContain('take a ferry.\n\nTopics that are not covered: Bridges \\* (0.31).\n\n## Ferries')
    expect(reportMarkdown({ ...report, ledger, stop: 'budget' })).toContain(
      'its budget was spent. Topics that are not covered: Bridges \\* (0.31).\n',
    )
  })

  it('says below the abstract that the budget ended while it was written', () => {
    const told = 'The budget ended while this report was written.'
    expect(reportMarkdown({ ...report, limit: 'limit:calls' })).toContain(`take a ferry.\n\n${told}`)
    expect(reportMarkdown(report)).not.toContain(told)
    // That the research itself was cut short says enough.
    expect(reportMarkdown({ ...report, stop: 'budget', limit: 'limit:calls' })).not.toContain(told)
  })

  it('claims no precision where nothing was checked', () => {
    const score = { ...report.score, sentences: 0, cited: 0, supported: 0, uncited: 0, recall: 1 }
    const text = reportMarkdown({ ...report, score })
    expect(text).toContain('- Citation precision: nothing was checked, for no statement cites anything.\n')
    expect(text).toContain('- Citation recall: nothing was checked, for no statement needs a source.\n')
    expect(text).not.toContain('1.00')
  })

  it('says how many statements were checked without their words', () => {
    expect(reportMarkdown(report)).not.toContain('another language')
    expect(reportMarkdown({ ...report, translated: 3 })).toContain(
      '- 3 supported statements in another language than the source: only figures, names and quotations were checked.\n',
    )
  })

  it('says honestly that nothing was found', () => {
    const nothing = { ...report, title: '', abstract: '', sections: [], sources: [], unsupported: [], removed: [] }
    const text = reportMarkdown({ ...nothing, ledger: [], failed: [], spent: { ...report.spent, costUsd: null } })
    expect(text).toContain(
      '# How do people cross the lake?\n\nNothing was found that a report could be written from.\n\n## Sources\n\nNone.\n',
    )
    expect(text).toContain('### Coverage\n\nThere was no topic.\n\n### Statements without support\n\nNone.\n')
    expect(text).toContain('### Taken out\n\nNothing.\n\n### Sources that failed\n\nNone.\n')
    expect(text).toContain('340 written; the price is not known. Embeddings are not counted.\n')
  })

  it('lists the first of many, and counts them all', () => {
    const removed = Array.from({ length: 21 }, (_, at) => ({ section: 't1', what: `[${at}]`, why: 'Made up.' }))
    const failed = Array.from({ length: 60 }, (_, at) => ({ url: `https://x.example/${at}`, reason: 'It was slow.' }))
    const text = reportMarkdown({ ...report, removed, failed })
    expect(text).toContain('21 in all; the first 20:\n\n- `[0]` in')
    expect(text).not.toContain('`[20]`')
    expect(text).toContain('60 in all; the first 50:\n\n- `https://x.example/0`: It was slow.')
    expect(text).not.toContain('`https://x.example/50`')
  })
})

describe('a statement without support', () => {
  it('is quoted with its citations, and with no links', () => {
    const sentence = 'It is *old* [1][2], see [1](http://evil.example).'
    expect(reportMarkdown({ ...report, unsupported: [{ section: 't9', sentence, why: [] }] })).toContain(
      String.raw`- “It is \*old\* [1][2], see \[1\](http\://evil.example).” in “t9”`,
    )
  })
})

describe('the sources of a report', () => {
  it('keep what pages call themselves from being read as Markdown', () => {
    expect(
      sourcesOf(
        { title: 'A](javascript:alert(1)) <b>*x*' },
        { title: '![i](http://evil.example/a.png)\n\n# H' },
        { title: 'See https://evil.example and www.evil.example' },
      ),
    ).toEqual([
      String.raw`1. [A\](javascript:alert(1)) \<b\>\*x\*](https://lake.example/ferries), lake.example, 2024-05-01`,
      String.raw`2. [!\[i\](http\://evil.example/a.png) \# H](https://lake.example/ferries), lake.example, 2024-05-01`,
      String.raw`3. [See https\://evil.example and www\.evil.example](https://lake.example/ferries), lake.example, 2024-05-01`,
    ])
  })

  it('lead nowhere but to pages of the web', () => {
    const facts = { title: '- x', host: 'h', publishedAt: 'May 2024', isPinned: true }
    expect(
      sourcesOf(
        { ...facts, url: 'javascript:alert(1)' },
        { ...facts, url: 'notes/`a`.md' },
        { ...facts, url: 'https://a.example/) [x](y&lt;z' },
        { ...facts, url: 'https://a.example/\u202ex' },
      ),
    ).toEqual([
      '1. `javascript:alert(1)` - x, h, May 2024, pinned',
      '2. `` notes/`a`.md `` - x, h, May 2024, pinned',
      '3. [- x](https://a.example/%29%20[x]%28y&amp;lt;z), h, May 2024, pinned',
      '4. `https://a.example/ x` - x, h, May 2024, pinned',
    ])
  })

  it('have their remarks below, each told once', () => {
    const remarks = ['It was cut.', 'It is <b>old</b>.']
    const sources = [ferry, { ...ferry, number: 2, remarks }, { ...ferry, number: 3, remarks: remarks.slice(0, 1) }]
    expect(reportMarkdown({ ...report, sources })).toContain(
      '\n\n### Remarks on sources\n\n- Sources 2, 3: It was cut.\n- Source 2: It is \\<b\\>old\\</b\\>.\n\n### Statements',
    )
  })

  it('go by their address where a page has no title, and are cut where it is endless', () => {
    expect(sourcesOf({ title: ' ' })[0]).toMatch(/^1\. \[https\\:\/\/lake\.example\/ferries\]\(/)
    expect(sourcesOf({ title: 'x'.repeat(1_000) })[0]).toContain(`[${'x'.repeat(399)}…](`)
  })
})

describe('what models wrote', () => {
  it.each([
    ['high headings', '# A\n## B\n### C\n> # D\n- ## E', '### A\n### B\n### C\n> ### D\n- ### E'],
    ['headings by a line below', 'Sources\n---\nTitle\n===', 'Sources\n\\---\nTitle\n\\==='],
    ['HTML', 'a <script>x</script> <!-- <b 1 < 2', 'a \\<script>x\\</script> \\<!-- \\<b 1 < 2'],
    ['HTML behind backslashes', '\\<b> \\\\<b>', '\\<b> \\\\\\<b>'],
    ['images', '![x](http://evil.example)', '!\\[x]\\(http\\://evil.example)'],
    [
      'definitions',
      '[1]: http://evil.example\n> - [1]: x\n[\n1]: y',
      '\\[1]: http\\://evil.example\n> - \\[1]: x\n\\[\n1]: y',
    ],
    [
      'links to what is no source',
      '[a](http://evil.example) [b](<//evil.example>) [c]( x) [[1]](y) [d](https://lake.example/ferries/x)',
      '[a]\\(http\\://evil.example) [b]\\(\\<//evil.example>) [c]\\( x) [[1]]\\(y) [d]\\(https\\://lake.example/ferries/x)',
    ],
    [
      'addresses that become links',
      'See https://evil.example, www.evil.example or a@evil.example.',
      'See https\\://evil.example, www\\.evil.example or a\\@evil.example.',
    ],
    ['code in lists', '- a\n  ```\n  b', '- a\n  \\`\\`\\`\n  b'],
  ])('has no %s', (_, text, shown) => {
    expect(textOf(text)).toBe(shown)
  })

  it('keeps lists, tables, links, citations and code', () => {
    const text =
      '- a [1][2]\n\n| a | b |\n| --- | --- |\n| c | `d` |\n\n[x](https://lake.example/ferries)\n\n```html\n# <b>\n[1]: x\n```\n\nend'
    expect(textOf(text)).toBe(text)
  })

  it.each([
    ['```js\ncode', '```js\ncode\n```'],
    ['~~~~\n```\n~~~', '~~~~\n```\n~~~\n~~~~'],
    ['``` a ``` <b>', '\\`\\`\\` a ``` \\<b>'],
    ['```\n<b>\n   ````  \n<b>', '```\n<b>\n   ````  \n\\<b>'],
  ])('has no code that never ends: %j', (text, shown) => {
    expect(textOf(text)).toBe(shown)
  })

  it('has no links in the abstract', () => {
    expect(abstractOf('See [here](http://evil.example) or [there][1].')).toBe(
      'See [here]\\(http\\://evil.example) or [there]\\[1].',
    )
  })
})
