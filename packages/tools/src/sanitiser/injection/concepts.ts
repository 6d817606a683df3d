/** What the words of an injection mean, whatever the language: rules are written in these. */
export const concepts = [
  // Overriding what the model was told.
  'drop',
  'disable',
  'prior',
  'orders',
  'rules',
  'guard',
  'given',
  'maker',
  'asked',
  'void',
  'heed',
  'your',
  // Who is spoken to, and how.
  'ai',
  'assistant',
  'notice',
  'if-you-are',
  'reading',
  'must',
  'always',
  'you',
  'from-now-on',
  'obey',
  // Another role.
  'become',
  'you-are',
  'unbound',
  'limitless',
  'developer-mode',
  // What it is to do.
  'run',
  'say',
  'tool',
  'send',
  'load',
  'target',
  'reveal',
  'prompt',
  'secret-orders',
  'verbatim',
  'asks-prompt',
  'remember',
  'future',
  'memory',
  'pay',
  'enter',
  // What it is about.
  'private',
  'keys',
  'key-file',
  'all',
  'everything',
  'users',
  'user',
  'asset',
  'this',
  // Behind the back of the user.
  'hush',
  'tell',
  'nothing',
  'secret-from',
  'unaware',
  'unasked',
  'unknowing',
  // Borrowed voices.
  'authority',
  'authorise',
  'approved',
  'system-label',
  'result-label',
  'observation-label',
  'thought-label',
  'action-label',
  'input-label',
  'answer-label',
  'human-label',
  'assistant-label',
  'ending',
  'trusted',
  'orders-label',
  'task',
  // A name followed by a colon or a comma: somebody is called.
  'ai-called',
  'assistant-called',
  // English words in disguise.
  'rot13',
  'reversed',
] as const

export type Concept = (typeof concepts)[number]

/**
 * The words of a language for each concept, separated by commas. `^system:` stands at the beginning of a line. The longest that fits is taken; what stands under no concept hides shorter words.
 */
export type Words = Readonly<Partial<Record<Concept | 'harmless', string>>>
