/** The scores of several plans for a wave: each is held against the one that the rules would make. */
import { canonicalJson, type JsonObject, type ToolSpec } from '@gyre/core'
import type { WaveCall } from '../errands/errand.ts'
import { nextCalls } from '../errands/errands.ts'
import { parseObject } from '../reading/json-object.ts'
import type { Material } from '../reading/material-parts.ts'
import { waveResults } from '../reading/wave-results.ts'
import type { Rule } from '../rule.ts'

export const judgeWaves: Rule = {
  name: 'judge-waves',
  purposes: ['scores'],
  decide({ text: task }, { material, earlier }) {
    const plans = plansIn(material['plans'] ?? '')
    if (plans.length === 0) return undefined
    const results = waveResults(material['results'])
    const scene = { tools: toolsOf(plans), results, pending: new Set<string>(), isAtOnce: false }
    const best = nextCalls({ earlier, task, said: [], today: todayIn(material, plans) }, scene).calls
    const scores = plans.map((calls, index) => ({ plan: index + 1, ...scoreOf(calls, best) }))
    return { kind: 'value', thought: '', value: { scores } }
  },
}

type Planned = Omit<WaveCall, 'id'>

function plansIn(text: string): readonly (readonly Planned[])[] {
  return [...text.matchAll(/^Plan \d+: (\{.*\})$/gm)].map(([, written]) => {
    const { tools } = (parseObject(written) ?? {}) as { readonly tools?: readonly Planned[] }
    return Array.isArray(tools) ? (tools as readonly Planned[]) : []
  })
}

/** Where it is not said: nobody plans for days before today. */
function todayIn({ today }: Material, plans: readonly (readonly Planned[])[]): string {
  if (today !== undefined) return today.slice(0, 10)
  const days = JSON.stringify(plans).match(/\d{4}-\d\d-\d\d/g) ?? []
  return days.sort()[0] ?? ''
}

/** One that no plan calls may be needed for the next: it is known by its arguments. */
const unseen: ToolSpec = { name: '?', description: '', input: { properties: { check_in: {}, check_out: {} } } }

/** Tools are known here by the calls of them alone. */
function toolsOf(plans: readonly (readonly Planned[])[]): readonly ToolSpec[] {
  const named = Map.groupBy(plans.flat(), ({ tool }) => tool)
  const seen = [...named].map(([name, calls]) => {
    const keys = calls.flatMap(({ args }) => Object.keys(args as JsonObject))
    return { name, description: '', input: { properties: Object.fromEntries(keys.map((key) => [key, {}])) } }
  })
  return [...seen, unseen]
}

function scoreOf(calls: readonly Planned[], best: readonly Planned[]) {
  if (best.length === 0 && calls.length > 0) return { score: 0, why: 'I know of no call that would help.' }
  const keys = new Set(best.map(keyOf))
  const fitting = new Set(calls.map(keyOf).filter((key) => keys.has(key))).size
  const all = Math.max(calls.length, best.length)
  const score = all === 0 ? 10 : Math.round((10 * fitting) / all)
  return { score, why: `${fitting} of ${best.length} calls that are needed now, and ${calls.length - fitting} others.` }
}

function keyOf({ tool, args }: Planned): string {
  return `${tool} ${canonicalJson(args)}`
}
