/** Arms of a rollout as people type them: the label a session is counted under, `=` and the weight. */
import { type Arm, GyreError, type Json } from '@gyre/core'

/** `v3=90`, `cot=50`, `current=50`, `v3 cot samples=5=10`. */
export function readArm(given: string): Arm {
  const at = given.lastIndexOf('=')
  const weight = Number(given.slice(at + 1).trim() || Number.NaN)
  const words = given.slice(0, Math.max(0, at)).split(/\s+/).filter(Boolean)
  if (!(weight >= 0) || words.length === 0) throw wrong(given)
  const [first = '', ...rest] = words
  const version = /^v([1-9]\d*)$/.exec(first)?.[1]
  const others = version !== undefined || first === 'current' ? rest : words
  const loop = others.find((word) => !word.includes('='))
  const settings = others.filter((word) => word !== loop)
  if (others.indexOf(loop ?? '') > 0 || settings.some((word) => !/^\w+=./.test(word))) throw wrong(given)
  const config = Object.fromEntries(settings.map(settingIn))
  return {
    ...(version !== undefined && { version: Number(version) }),
    ...(loop !== undefined && { loop }),
    ...(settings.length > 0 && { config }),
    weight,
  }
}

function settingIn(word: string): readonly [string, Json] {
  const at = word.indexOf('=')
  const text = word.slice(at + 1)
  try {
    return [word.slice(0, at), JSON.parse(text) as Json]
  } catch {
    return [word.slice(0, at), text]
  }
}

function wrong(given: string): GyreError {
  const forms = 'a version or a loop and its weight, such as v3=90, cot=10 or "v3 cot=10"'
  return new GyreError('usage-invalid', `\`--arm ${given}\`: expected ${forms}.`)
}
