import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('lets nobody make code of text, while functions stay functions', () => {
  const guard = JSON.stringify(new URL('./no-code-from-text.ts', import.meta.url).href)
  const code = `
    await import(${guard})
    const outcome = (work) => { try { return work() } catch (error) { return error.message } }
    const made = [() => new Function('return 1')(), () => Function('return 1')(), () => (0, eval)('1')].map(outcome)
    console.log(JSON.stringify([...made, (() => 1) instanceof Function]))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  const refused = 'Code is not made of text here.'
  expect(JSON.parse(output)).toEqual([refused, refused, refused, true])
})
