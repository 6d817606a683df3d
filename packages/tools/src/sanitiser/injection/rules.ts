/**
 * What an injection looks like: one table, in concepts, so that a rule holds in every language.
 *
 * A pattern is a row of concepts in this order. ` + ` between two means side by side, a space close by in one sentence,
 * ` .. ` somewhat later in that sentence, ` ... ` later on. `a|b` is either. A `!` asks for a command: `ignore this` is one,
 * `models that ignore this` is not. Weak evidence is a mark when another rule has some nearby, too.
 */
export type Rule = {
  readonly name: string
  readonly strong: readonly string[]
  readonly weak?: readonly string[]
}

/** Names for several concepts. */
export const groups: Readonly<Record<string, string>> = {
  act: 'drop|disable|run|say|send|reveal|remember|pay|enter|hush|heed|obey',
  model: 'ai|assistant',
  told: 'orders|rules|guard',
  called: 'ai-called|assistant-called',
}

export const rules: readonly Rule[] = [
  {
    name: 'override',
    strong: [
      'drop! prior orders',
      'drop! orders prior',
      'prior orders drop!',
      'orders prior drop!',
      'drop! your told',
      'your told drop!',
      'drop! your prior told',
      'drop! told given',
      'disable! your guard',
      'your guard .. void',
      'guard disable!',
      'drop! maker given',
      'drop! .. asked',
      'prior guard .. void',
      'told .. given .. void',
    ],
    weak: [
      'prior orders .. void',
      'drop! all orders',
      'drop! guard',
      'your rules .. void',
      'your told void',
      'void .. your told',
      'prior rules drop!',
      'drop! prior rules',
      'orders-label',
      'orders drop!',
      'rules drop!',
      'drop! everything prior',
      'heed',
      'disable! guard',
      'disable! your rules',
    ],
  },
  {
    name: 'role',
    strong: [
      'become .. unbound',
      'become .. ai .. limitless',
      'become .. limitless .. ai',
      'become limitless assistant',
      'you-are .. model .. unbound|limitless',
      'developer-mode ... unbound|limitless|guard',
      'from-now-on .. become .. limitless',
      'limitless ai .. become',
    ],
    weak: [
      'become .. limitless',
      'become model',
      'say! .. limitless',
      'from-now-on .. you .. obey',
      'developer-mode .. you',
    ],
  },
  {
    name: 'addressed',
    strong: [
      'ai-called .. act!',
      'notice + ai .. act!|must',
      'notice + ai-called ... act!',
      'ai + notice .. act!|must',
      'if-you-are + ai .. act!',
      'if-you-are + ai .. you must',
      'task .. act .. target',
      'run! your + tool .. target',
      'load|run! .. target .. obey',
      'from-now-on .. say! .. future',
      'ai + reading .. act!|must',
      'ai .. must .. always',
      'assistant .. must .. run .. target',
      'system-label .. assistant .. must',
    ],
    weak: [
      'assistant-called .. act!',
      'notice + assistant ... act!',
      'notice + assistant .. tool',
      'ai|assistant .. must act',
      'model obey',
      'assistant .. must .. always',
      'orders|orders-label .. always!',
      'task',
    ],
  },
  {
    name: 'fake-turn',
    strong: ['human-label ... assistant-label', 'assistant-label ... human-label'],
    weak: ['system-label .. model'],
  },
  {
    name: 'fake-tool-output',
    strong: [
      'thought-label ... action-label|answer-label',
      'observation-label ... thought-label|input-label',
      'action-label ... input-label',
      'result-label ... authorise|approved',
    ],
  },
  {
    name: 'exfiltration',
    strong: [
      'send! .. private .. target',
      'private .. send|load! .. target',
      'target .. private send',
      'private .. target .. send',
      'send! .. all .. keys .. target',
      'all .. keys .. send! .. target',
      'send! .. users .. keys|private .. target',
      'users .. keys|private .. send! .. target',
      'key-file .. send|load|say! .. target',
      'send! .. target .. key-file',
    ],
    weak: ['send! .. private', 'key-file .. target', 'run|send|say! .. key-file', 'send! keys', 'keys send!'],
  },
  {
    name: 'secrecy',
    strong: [
      'hush .. user .. this',
      'hush .. this .. user',
      'this .. user .. hush',
      'user .. this .. hush',
      'tell user nothing',
      'this .. secret-from .. user',
      'orders secret-from .. user',
      'act! .. unaware user',
      'user unknowing .. you|this',
      'this .. user unknowing',
    ],
    weak: ['hush', 'unaware', 'unasked', 'secret-from .. user'],
  },
  {
    name: 'prompt-leak',
    strong: [
      'reveal! your prompt',
      'your prompt reveal!',
      'reveal! .. prompt .. verbatim',
      'verbatim .. prompt .. reveal',
      'prompt .. verbatim reveal',
      'verbatim .. reveal .. prompt',
      'reveal! .. secret-orders',
      'reveal! your orders .. verbatim',
      'reveal! .. prior|everything .. verbatim',
      'asks-prompt ... reveal!',
    ],
    weak: ['reveal! prompt', 'prompt reveal!', 'reveal! your orders', 'your prompt', 'asks-prompt'],
  },
  {
    name: 'authority',
    strong: [
      'authority .. model',
      'authority .. your .. rules|guard',
      'authority .. authorise',
      'user .. authorise',
      'authority .. you must',
      'authority ... guard .. disable',
      'authority ... disable! .. rules|guard',
    ],
    weak: ['authority'],
  },
  {
    name: 'fence-break',
    strong: ['ending ... trusted'],
  },
  {
    name: 'memory',
    strong: ['remember! .. future', 'future .. remember!', 'remember! .. memory', 'memory .. future'],
  },
  {
    name: 'payment',
    strong: [
      'pay! .. users .. asset',
      'pay! .. asset .. users',
      'user .. asset .. enter! .. target',
      'users .. asset .. pay!',
    ],
    weak: ['users asset'],
  },
]
