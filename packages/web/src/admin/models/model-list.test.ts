import { describe, expect, it } from 'vitest'
import type { ShownModel } from '../../api/models.ts'
import { abilityText, modelGroups, priceText } from './model-list.ts'

const model = (name: string, more: Partial<ShownModel> = {}): ShownModel => ({
  name,
  provider: name.slice(0, name.indexOf('/')),
  isDefault: false,
  tiers: [],
  price: null,
  contextWindow: null,
  nativeTools: null,
  nativeOutput: null,
  from: 'known',
  fault: null,
  ...more,
})

const models = [
  model('demo/rules', { from: 'built in' }),
  model('a/light', { from: 'settings', tiers: ['light'] }),
  model('a/first', { from: 'config', isDefault: true }),
  model('b/known'),
  model('c/locked', { fault: 'needs a key' }),
]

describe('the list of models', () => {
  it('has the default one first, then those of tiers, then the others', () => {
    const { inUse, ready, missing } = modelGroups(models)
    expect(inUse.map(({ name }) => name)).toEqual(['a/first', 'a/light', 'demo/rules'])
    expect(ready.map(({ name }) => name)).toEqual(['b/known'])
    expect(missing.map(({ name }) => name)).toEqual(['c/locked'])
  })

  it('is narrowed down by words of names, tiers and where they are from', () => {
    expect(modelGroups(models, 'light').inUse.map(({ name }) => name)).toEqual(['a/light'])
    expect(modelGroups(models, 'BUILT demo').inUse.map(({ name }) => name)).toEqual(['demo/rules'])
    expect(modelGroups(models, 'nothing').missing).toEqual([])
  })
})

describe('what a model costs and can do', () => {
  it.each([
    [null, 'not known'],
    [{ input: 0, output: 0 }, 'free'],
    [{ input: 0.75, output: 4.5 }, '$0.75 in, $4.50 out'],
    [{ input: 2, output: 10 }, '$2 in, $10 out'],
  ])('the price %j reads %s', (price, text) => {
    expect(priceText(price)).toBe(text)
  })

  it.each([
    [null, null, 'not known'],
    [true, true, 'tools, form'],
    [true, null, 'tools'],
    [false, false, 'text only'],
  ])('tools %s and form %s read %s', (nativeTools, nativeOutput, text) => {
    expect(abilityText({ nativeTools, nativeOutput })).toBe(text)
  })
})
