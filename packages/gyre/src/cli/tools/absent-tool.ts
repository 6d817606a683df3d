/** Tools that come with Gyre and are not here, and what must be configured to have them. */
import { searchVariables } from '../../config/tools/toolbox-plan.ts'

const writing: ReadonlySet<string> = new Set(['files.write', 'files.edit', 'files.move', 'files.remove'])

const keys: Readonly<Record<string, string>> = {
  math: '`toolboxes.math` must not be `false`',
  calendar: '`toolboxes.calendar` must not be `false`',
  pms: '`toolboxes.hotel` must not be `false`',
  web: '`toolboxes.web` must not be `false`',
  knowledge: '`toolboxes.knowledge` must not be `false`',
  memory: '`toolboxes.memory` must not be `false`',
  files: "set `toolboxes.files`, such as { root: '.' }",
  shell: "set `toolboxes.shell`, such as { programs: ['git'] }",
  skills: 'set `toolboxes.skills` to a folder with SKILL.md files, or put a folder `skills` beside the config file',
}

/** What to configure; undefined where it is none of these, or its toolbox is here and has no such tool. */
export function absentTool(name: string, known: readonly string[]): string | undefined {
  const [toolbox = ''] = name.split('.')
  if (!known.some((each) => each.startsWith(`${toolbox}.`)))
    return Object.hasOwn(keys, toolbox) ? keys[toolbox] : undefined
  if (known.includes(name)) return undefined
  if (writing.has(name)) return 'set `toolboxes.files.write` to `true`'
  if (name !== 'web.search') return undefined
  return `set \`toolboxes.web.search\`, or one of ${Object.keys(searchVariables).join(', ')}`
}
