import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { issuesOf } from '../faults/issues.ts'
import type { ModelCheck } from './model-names.ts'
import { settingTable } from './setting-table.ts'
import { Settings, type SettingsOptions } from './settings.ts'

const make = (options: Partial<SettingsOptions> = {}) =>
  new Settings({ catalog: memoryStore().catalog, owner: 'ann', now: () => 1, ...options })

describe('the table of settings', () => {
  it.each(Object.entries(settingTable))('has a default and a description that fit: %s', (_, entry) => {
    expect(issuesOf(entry.schema, entry.value)).toEqual([])
    expect(entry.description).toMatch(/^[A-Z].*\.$/)
  })
})

describe('settings', () => {
  it('are the defaults at first', async () => {
    const settings = make()
    expect(await settings.get('default_loop')).toBe('react')
    expect(await settings.get('reasoning.max_iterations')).toBe(15)
    expect(await settings.entry('reasoning.llm_tier')).toEqual({
      key: 'reasoning.llm_tier',
      value: 'local',
      default: 'local',
      source: 'default',
      description: 'The tier of the model that `reason` uses, once it is set.',
      version: null,
      fault: null,
    })
  })

  it.each([
    ['reasoning.max_iterations', '20', 20],
    ['reasoning.max_iterations', 20, 20],
    ['reasoning.enabled', 'false', false],
    ['default_loop', 'cot', 'cot'],
    ['default_loop', '"cot"', 'cot'],
    ['loops_off', '["cot"]', ['cot']],
    ['default_model', '', ''],
    ['prices', '{"a/b":{"input":1,"output":2}}', { 'a/b': { input: 1, output: 2 } }],
  ])('take a value or its JSON text: %s %j', async (key, given, value) => {
    expect(await make().set(key, given)).toMatchObject({ key, value, source: 'store', version: 1 })
  })

  it.each([
    ['reasoning.max_iterations', 'ten', 'expected a whole number from 1 to 10000, got "ten"'],
    ['reasoning.max_iterations', '0', 'expected a whole number from 1 to 10000, got 0'],
    ['reasoning.done_confidence_threshold', 7, 'expected a number from 0 to 1, got 7'],
    ['reasoning.enabled', 'no', 'expected true or false, got "no"'],
    ['reasoning.enabled', null, 'expected true or false, got null'],
    ['reasoning.llm_tier', 'big', 'expected "local", "light", "medium" or "heavy", got "big"'],
    ['prices', { 'a/b': { input: 1 } }, '["a/b"].output: expected a number of at least 0, but it is missing'],
    ['loops_off', ['raect'], 'there is no loop `raect`; did you mean `react`?'],
    ['default_loop', 'raect', 'there is no loop `raect`; did you mean `react`?'],
  ])('refuse what they cannot be: %s %j', async (key, given, message) => {
    const settings = make({ loops: ['direct', 'react'] })
    const refused = { code: 'setting-invalid', message: `Setting \`${key}\`: ${message}` }
    await expect(settings.set(key, given)).rejects.toMatchObject(refused)
    expect(await settings.versions(key)).toEqual([])
  })

  it('that are not there are told with the nearest key', async () => {
    const settings = make()
    const unknown = {
      code: 'setting-unknown',
      message: 'There is no setting `reasoning.max_iteration`; did you mean `reasoning.max_iterations`?',
    }
    await expect(settings.set('reasoning.max_iteration', 3)).rejects.toMatchObject(unknown)
    await expect(settings.unset('reasoning.max_iteration')).rejects.toMatchObject(unknown)
    await expect(settings.entry('reasoning.max_iteration')).rejects.toMatchObject(unknown)
    expect(() => settings.versions('toString')).toThrow(expect.objectContaining({ code: 'setting-unknown' }))
  })

  it('of the environment win over the config file, that over the store, that over the defaults', async () => {
    const { catalog } = memoryStore()
    const saved = make({ catalog })
    for (const key of ['tier.heavy', 'tier.medium', 'tier.light']) await saved.set(key, 'a/stored')
    const config = { 'tier.heavy': 'a/config', 'tier.medium': 'a/config' }
    const settings = make({
      catalog,
      given: { config, environment: { 'tier.heavy': 'a/env', default_model: undefined } },
    })
    const tiers = (await settings.all()).filter(({ key }) => key.startsWith('tier.'))
    expect(tiers.map(({ key, value, source }) => [key, value, source])).toEqual([
      ['tier.local', '', 'default'],
      ['tier.light', 'a/stored', 'store'],
      ['tier.medium', 'a/config', 'config'],
      ['tier.heavy', 'a/env', 'environment'],
    ])
    expect(await settings.values()).toMatchObject({ 'tier.heavy': 'a/env', default_model: '', default_loop: 'react' })
  })

  it('that are given have no fault', () => {
    const config = { 'reasoning.max_iterations': 'ten', 'reasoning.enable': true }
    expect(() => make({ given: { config } })).toThrow(
      'Settings of the config file: ["reasoning.max_iterations"]: expected a whole number from 1 to 10000, got "ten"\n' +
        'Settings of the config file: ["reasoning.enable"]: there is no such setting; did you mean `reasoning.enabled`?',
    )
    expect(() => make({ given: { environment: { default_loop: 'No Loop' } } })).toThrow('Settings of the environment: ')
  })

  it('are unset, and come back by rolling back', async () => {
    const settings = make()
    await settings.set('default_loop', 'cot')
    expect(await settings.unset('default_loop')).toMatchObject({ value: 'react', source: 'default', version: 2 })
    expect(await settings.rollBack('default_loop')).toMatchObject({ value: 'cot', source: 'store', version: 1 })
    expect(await settings.promote('default_loop', 2)).toMatchObject({ value: 'react', source: 'default' })
    expect(await settings.unset('loops_off')).toMatchObject({ version: null })
    expect(await settings.versions('loops_off')).toEqual([])
  })

  it('that no longer fit are the default, and say why', async () => {
    const { catalog } = memoryStore()
    await catalog.save({ owner: 'ann', kind: 'setting', name: 'reasoning.max_iterations', body: 'many', at: 1 })
    expect(await make({ catalog }).entry('reasoning.max_iterations')).toMatchObject({
      value: 15,
      source: 'default',
      fault: 'expected a whole number from 1 to 10000, got "many"',
    })
  })

  it('are exported, and imported all or not at all', async () => {
    const settings = make()
    await settings.set('default_loop', 'cot')
    await settings.set('reasoning.enabled', false)
    await settings.set('loops_off', ['react'])
    await settings.unset('loops_off')
    const exported = await settings.export()
    expect(exported).toEqual({ default_loop: 'cot', 'reasoning.enabled': false })
    const others = make()
    await expect(others.import({ ...exported, 'tier.light': 3 })).rejects.toMatchObject({ code: 'setting-invalid' })
    expect(await others.export()).toEqual({})
    await others.import(exported)
    expect(await others.export()).toEqual(exported)
  })

  it('switch loops off', async () => {
    const settings = make()
    const off = () => Promise.all(['react', 'reason'].map((name) => settings.isLoopOff(name)))
    expect(await off()).toEqual([false, false])
    await settings.set('loops_off', ['react'])
    expect(await off()).toEqual([true, false])
    await settings.set('reasoning.enabled', false)
    expect(await off()).toEqual([true, true])
  })
})

describe('settings that name models', () => {
  const checkModel: ModelCheck = (name, use) =>
    name.startsWith('no/') ? `there is no ${use} model \`${name}\`` : undefined
  const settings = () => new Settings({ catalog: memoryStore().catalog, owner: 'local', now: () => 0, checkModel })

  it.each([
    ['default_model', 'no/x', 'there is no language model `no/x`'],
    ['embedding_model', 'no/x', 'there is no embedding model `no/x`'],
    ['tier.light', 'no/x', 'there is no language model `no/x`'],
    ['fallbacks', { 'a/b': ['c/d', 'no/x'] }, '["a/b"][1]: there is no language model `no/x`'],
    ['fallbacks', { 'no/x': [] }, '["no/x"]: there is no language model `no/x`'],
  ])('refuse %s %j', async (key, value, fault) => {
    const own = settings()
    await expect(own.set(key, value)).rejects.toMatchObject({
      code: 'setting-invalid',
      message: `Setting \`${key}\`: ${fault}`,
    })
    expect((await own.entry(key)).source).toBe('default')
  })

  it('take those there are, and none', async () => {
    expect(await settings().set('default_model', 'a/b')).toMatchObject({ value: 'a/b' })
    expect(await settings().set('default_model', '')).toMatchObject({ value: '' })
    expect(await settings().set('embedding_model', '')).toMatchObject({ value: '' })
  })

  it('are imported all or none', async () => {
    const own = settings()
    await expect(own.import({ 'memory.days': 2, embedding_model: 'no/x' })).rejects.toMatchObject({
      code: 'setting-invalid',
      message: 'import: embedding_model: there is no embedding model `no/x`',
    })
    expect((await own.entry('memory.days')).source).toBe('default')
  })

  it('are not asked for the embedder that a config or the environment gives', async () => {
    const given = { environment: { embedding_model: 'no/x' } }
    const own = new Settings({ catalog: memoryStore().catalog, owner: 'local', now: () => 0, checkModel, given })
    expect(await own.entry('embedding_model')).toMatchObject({ value: 'no/x', source: 'environment' })
  })
})
