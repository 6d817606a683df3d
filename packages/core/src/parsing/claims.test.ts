import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malformedReplies } from '../../../../test/fixtures/malformed-replies/load.ts'
import { claimsGrammar, readClaims } from './claims.ts'

const block = 'CLAIM: Oslo has 700,000 people\nTOOL: web.search\nTOOL INPUT: {"query":"Oslo"}'
const claim = { claim: 'Oslo has 700,000 people', tool: 'web.search', input: '{"query":"Oslo"}' }

describe('claims', () => {
  it.each([
    ['plain', block],
    ['after talk', `There is one.\n\n${block}`],
    ['in a fence', `\`\`\`\n${block}\n\`\`\``],
    ['in other letters', block.replace('CLAIM', 'Claim').replace('TOOL INPUT', 'Tool input')],
    ['in bold', block.replace(/^(CLAIM|TOOL INPUT|TOOL):/gm, '**$1:**')],
    ['numbered', block.replace('CLAIM:', 'CLAIM 1:')],
    ['in a list', block.replace('CLAIM:', '1. CLAIM:').replace(/^TOOL/gm, '   - TOOL')],
    ['in quotes', block.replace('Oslo has 700,000 people', '"Oslo has 700,000 people"')],
    ['with `_` in the label', block.replace('TOOL INPUT', 'TOOL_INPUT')],
    ['with a verdict that they contradict', `VERIFIED\n${block}`],
  ])('are read %s', (_, text) => {
    expect(readClaims(text)).toEqual({ ok: true, value: { claims: [claim], incomplete: [] } })
  })

  it('may be several, each with its tool', () => {
    const read = readClaims(`${block}\n\nCLAIM: It is cold\nTOOL: weather\nTOOL INPUT:\n{\n  "city": "Oslo"\n}`)
    expect(read).toMatchObject({
      value: { claims: [claim, { claim: 'It is cold', tool: 'weather', input: '{\n  "city": "Oslo"\n}' }] },
    })
  })

  it('need no input where the tool needs none', () => {
    expect(readClaims('CLAIM: It is noon\nTOOL: clock')).toMatchObject({
      value: { claims: [{ tool: 'clock', input: '' }] },
    })
  })

  it.each(['none', 'None.', '', 'n/a', '`none`'])(
    'that have the tool `%s` are set apart from those that can be checked',
    (tool) => {
      const read = readClaims(`CLAIM: Oslo is nice\nTOOL: ${tool}\n${block}`)
      expect(read).toEqual({ ok: true, value: { claims: [claim], incomplete: ['Oslo is nice'] } })
    },
  )
})

describe('VERIFIED', () => {
  it.each([
    ['alone', 'VERIFIED'],
    ['with a point', 'VERIFIED.'],
    ['in bold', '**VERIFIED**'],
    ['in small letters', 'verified'],
    ['as a heading', '## VERIFIED'],
    ['as a verdict', 'Verdict: VERIFIED'],
    ['below a heading', '**Verdict:**\n**VERIFIED**'],
    ['in a fence', '```\nVERIFIED\n```'],
  ])('is read %s', (_, text) => {
    expect(readClaims(text)).toEqual({ ok: true, value: { claims: [], incomplete: [] } })
  })

  it.each([
    'UNVERIFIED',
    'NOT VERIFIED',
    'Not verified',
    'not yet VERIFIED',
    'The draft is not VERIFIED.',
    'I verified nothing.',
    'VERIFIED: no',
    'VERIFIED? No.',
    'VERIFIED: 0 of 3',
    'VERIFIED except for the year',
    'VERIFIED, but the year is wrong',
    'Verified: none',
    'VERIFIED\nUNVERIFIED: the year\nVERIFIED: not the year',
    'VERIFIEDLY',
    'VERIFIED claims: 2 of 3',
    'Verified claims are missing',
    'VERIFIED: the claim about 1912 is wrong',
    'VERIFIED. However the date is incorrect.',
    'VERIFIED\nHowever the date is incorrect.',
    'VERIFIED. No errors found.',
    'VERIFIED: all claims hold',
    'The draft says:\nVERIFIED\nwhich is not for it to say.',
    'I looked at each claim.\nVERIFIED',
  ])('is not in `%s`', (text) => {
    expect(readClaims(text)).toMatchObject({ ok: false })
  })
})

describe('a reply that cannot be read', () => {
  it.each([
    ['', 'there is neither a `CLAIM:` nor `VERIFIED`'],
    ['It all looks fine.', 'there is neither a `CLAIM:` nor `VERIFIED`'],
    ['CLAIM:', 'there is nothing after `CLAIM:`'],
    ['CLAIM: It is cold', 'the claims have no `TOOL:` with the name of a tool'],
    ['CLAIM: It is cold\nVERIFIED', 'the claims have no `TOOL:` with the name of a tool'],
    ['TOOL: search\nTOOL INPUT: {}', 'there is neither a `CLAIM:` nor `VERIFIED`'],
    ['UNVERIFIED', 'there is neither a `CLAIM:` nor `VERIFIED`'],
    ['NOT VERIFIED', '`VERIFIED` must stand alone, or there must be a `CLAIM:`'],
  ])('such as `%s` has the fault that %s', (text, fault) => {
    expect(readClaims(text)).toEqual({ ok: false, fault })
  })

  it('is asked for again in the form it was asked for in', () => {
    expect(claimsGrammar.repair('there is no `CLAIM:`', [])).toContain(claimsGrammar.preamble([]))
    for (const word of ['`CLAIM:`', '`TOOL:`', '`TOOL INPUT:`', '`VERIFIED`'])
      expect(claimsGrammar.preamble([])).toContain(word)
  })
})

describe('any reply', () => {
  const pieces = [
    'CLAIM: x',
    '\nTOOL: y',
    '\nTOOL INPUT: {}',
    'VERIFIED',
    'UN',
    'not ',
    '\n',
    '```',
    '- ',
    '**',
    ':',
    'x',
  ]
  const anyReply = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 20 }).map((parts) => parts.join('')),
  )

  it('is claims with a tool, verified in so many words, or a fault', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        const read = readClaims(text)
        if (!read.ok) expect(read.fault).not.toBe('')
        else if (read.value.claims.length === 0) expect(text.match(/[\p{L}\p{N}]+/gu)?.at(-1)).toMatch(/^verified$/i)
        else expect(read.value.claims.every(({ claim, tool }) => claim !== '' && tool !== '')).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it.each(malformedReplies().map(({ id, text }) => ({ id, text })))(
    '$id verifies nothing',
    { timeout: 30_000 },
    ({ text }) => {
      const read = readClaims(text)
      expect(read.ok && read.value.claims.length === 0).toBe(false)
    },
  )

  it.each(['CLAIM: x\n', 'VERIFIED not ', 'VERIFIED\n', '> # * ', 'CLAIM: x\nTOOL: y\nTOOL INPUT: {\n'])(
    'of a megabyte of `%s` is read in one pass',
    { timeout: 10_000 },
    (piece) => {
      expect(typeof readClaims(piece.repeat(Math.ceil(1_000_000 / piece.length))).ok).toBe('boolean')
    },
  )
})
