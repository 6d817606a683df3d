/** Personas, prompts and settings that no longer fit what runs them. */
import type { Runtime } from '@gyre/core'
import { personaFaults } from '../../config/persona-files.ts'
import { type Finding, fault, note, ok } from './finding.ts'

export async function catalogFindings(runtime: Runtime): Promise<readonly Finding[]> {
  return [await personas(runtime), await prompts(runtime), await settings(runtime)]
}

async function personas({ personas: known, loops }: Runtime): Promise<Finding> {
  const entries = await known.list()
  const faults = entries.flatMap(({ persona }) =>
    personaFaults(persona, loops)
      .slice(0, 1)
      .map(({ path, message }) => `\`${persona.name}\`: ${[...path, message].join(': ')}`),
  )
  return found('personas', entries.length, faults, 'Mend it: gyre personas edit NAME')
}

async function prompts(runtime: Runtime): Promise<Finding> {
  const entries = await runtime.prompts.list()
  const faults = entries.flatMap(({ id, fault: why }) => (why === null ? [] : [`\`${id}\`: ${why}`]))
  const changed = entries.filter(({ isDefault }) => !isDefault).length
  // The default text is used in its place.
  return found('prompts', changed, faults, 'Mend it: gyre prompts edit ID', 'changed')
}

async function settings(runtime: Runtime): Promise<Finding> {
  const entries = await runtime.settings.all()
  const faults = entries.flatMap(({ key, fault: why }) => (why === null ? [] : [`\`${key}\`: ${why}`]))
  const set = entries.filter(({ source }) => source !== 'default').length
  return found('settings', set, faults, 'Mend it: gyre settings set KEY VALUE', 'set')
}

function found(check: string, count: number, faults: readonly string[], fix: string, word = 'fit'): Finding {
  if (faults.length === 0) return ok(check, count === 0 ? 'none' : `${count} ${word}`)
  const message = `${faults.length} no longer ${faults.length === 1 ? 'fits' : 'fit'}: ${faults.join('; ')}`
  return check === 'personas' ? fault(check, message, fix) : note(check, message, fix)
}
