import { createRequire } from 'node:module'
import { GyreError } from '@gyre/core'
import { toolboxLibraries } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { toolboxPlan } from '../../config/tools/toolbox-plan.ts'
import type { ToolboxesConfig } from '../../config/tools/tools-config.ts'
import { isInstalled } from './installed-library.ts'
import { type ToolFindingOptions, toolFindings } from './tool-findings.ts'

type Given = {
  readonly toolboxes?: ToolboxesConfig
  readonly servers?: ToolFindingOptions['config']['mcp']['servers']
  readonly env?: Readonly<Record<string, string>>
  readonly missing?: readonly string[]
  readonly own?: ToolFindingOptions['room']['own']
  readonly troubles?: readonly string[]
  readonly toolLimits?: ToolFindingOptions['config']['toolLimits']
  readonly denied?: readonly string[]
}

async function findings(given: Given) {
  const { toolboxes = {}, servers = {}, env = {}, missing = [], own = async () => [], troubles = [] } = given
  const { toolLimits = {}, denied = [] } = given
  return toolFindings({
    config: {
      toolboxes: toolboxPlan(toolboxes, { file: undefined, env, foundSkills: undefined }),
      mcp: { servers, sources: new Map(), file: undefined },
      toolLimits,
      denied,
    },
    env,
    room: { own, troubles: async () => troubles },
    isInstalled: (library) => !missing.includes(library),
  })
}

const of = async (check: string, given: Given) => (await findings(given)).filter((finding) => finding.check === check)

describe('the findings about tools', () => {
  it('are all well where nothing is configured', async () => {
    expect((await findings({})).map(({ check, level }) => [check, level])).toEqual([
      ['tools', 'ok'],
      ['web search', 'ok'],
      ['mcp servers', 'ok'],
    ])
  })

  it('tell of tools that cannot be had', async () => {
    const own = () => Promise.reject(new GyreError('skill-invalid', 'skills/a/SKILL.md:2:1: name: expected a text'))
    expect(await of('tools', { own })).toMatchObject([
      { level: 'fault', message: expect.stringContaining('SKILL.md:2:1') },
    ])
  })

  it('tell what keeps tools from being there', async () => {
    expect(await of('tools', { troubles: ['The toolbox shell is left out: no `rg`.'] })).toMatchObject([
      { level: 'ok', message: 'none' },
      { level: 'fault', message: 'The toolbox shell is left out: no `rg`.', fix: expect.stringContaining('toolboxes') },
    ])
  })

  it('tell of limits and permissions that fit nothing; servers may have tools that are not known here', async () => {
    const servers = { house: { command: 'x' } }
    const toolLimits = { 'house.*': {}, 'ho*': {}, 'house.lamp': {}, 'hose.*': {}, nothing: {} }
    const denied = ['nett', 'mcp.house', 'process', 'files.*']
    expect(
      (await of('tool rules', { servers, toolLimits, denied })).map(({ level, message }) => [level, message]),
    ).toEqual([
      ['note', '`permissions.deny`: no tool has a permission `nett`; did you mean `net`?'],
      ['note', '`toolLimits`: `hose.*` fits no tool; there are none.'],
      ['note', '`toolLimits`: `nothing` fits no tool; there are none.'],
    ])
  })

  it('need their library for MCP servers, once there are some', async () => {
    const missing = ['@modelcontextprotocol/client']
    expect(await of('mcp servers', { missing })).toMatchObject([{ level: 'ok', message: 'none' }])
    expect(await of('mcp servers', { missing, servers: { a: { command: 'x' } } })).toEqual([
      {
        check: 'mcp servers',
        level: 'fault',
        message: 'MCP servers need @modelcontextprotocol/client.',
        fix: 'Run: npm install @modelcontextprotocol/client',
      },
    ])
  })

  it('say who searches and why', async () => {
    expect(await of('web search', { env: { EXA_API_KEY: 'hunter22' } })).toMatchObject([
      { level: 'ok', message: 'exa: EXA_API_KEY is set' },
    ])
    expect(await of('web search', {})).toMatchObject([{ level: 'ok', message: 'local: no other provider is set' }])
    expect(await of('web search', { toolboxes: { web: { search: false } } })).toMatchObject([
      { level: 'ok', message: expect.stringMatching(/^nobody: set .*EXA/) },
    ])
    expect(await of('web search', { toolboxes: { web: false } })).toEqual([])
  })

  it('name servers, and the variables they lack', async () => {
    const servers = { a: { command: 'x' }, b: { url: 'https://b/', disabled: true } }
    expect(await of('mcp servers', { servers })).toMatchObject([
      { level: 'ok', message: 'a, b (disabled); whether they answer: gyre mcp list --connect' },
    ])
    const lacking = { a: { command: 'x', env: { T: `\${TOKEN}` } } }
    expect(await of('mcp servers', { servers: lacking })).toMatchObject([
      { level: 'fault', message: '`a` needs TOKEN in `env.T`.', fix: expect.stringContaining('Set TOKEN') },
    ])
    expect(await of('mcp servers', { servers: lacking, env: { TOKEN: 'x' } })).toMatchObject([{ level: 'ok' }])
  })
})

describe('the libraries of toolboxes', () => {
  it('are all the optional ones of the package', () => {
    const { peerDependencies } = createRequire(import.meta.url)('@gyre/tools/package.json') as {
      readonly peerDependencies: Readonly<Record<string, string>>
    }
    const used = new Set<string>(Object.values(toolboxLibraries).flat())
    expect([...used].toSorted()).toEqual(Object.keys(peerDependencies).toSorted())
  })

  it('are known to be there, or not', () => {
    expect(isInstalled('mathjs')).toBe(true)
    expect(isInstalled('@modelcontextprotocol/client')).toBe(true)
    expect(isInstalled('zod', '@gyre/core')).toBe(true)
    expect(isInstalled('a-package-that-is-not-there')).toBe(false)
  })
})
