/** One goal for each loop that the demo model can reach: what it understands is little, and each of these is in it. */
export type Example = {
  readonly loop: string
  readonly goal: string
  /** The glyph of the loop, on a square of 46. */
  readonly glyph: string
}

const ring = (x: number, y: number) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`

export const examples: readonly Example[] = [
  { loop: 'direct', goal: 'What is 15 % of 240, plus 14?', glyph: 'M6 23h30M30 17l6 6-6 6' },
  {
    loop: 'cot',
    goal: 'What is 17 * 6 + 14?',
    glyph: `${ring(8, 23)}${ring(23, 23)}${ring(38, 23)}M11 23h9M26 23h9`,
  },
  {
    loop: 'react',
    goal: 'Who founded the yard that built the paddle steamer Petrel?',
    glyph: 'M35 16a14 14 0 1 0 2 10M37 10v7h-7',
  },
  {
    loop: 'plan-execute',
    goal: 'Add 17 and 25, multiply the result by 3, then subtract 26.',
    glyph: 'M9 11h28M9 23h28M9 35h18M9 11v24',
  },
  {
    loop: 'reflexion',
    goal: 'What is (48 - 13) * 7 / 5?',
    glyph: `M12 34a14 14 0 1 1 22-1M34 33v-7M34 33h-7${ring(23, 24)}`,
  },
  {
    loop: 'self-ask',
    goal: 'Who commanded the ship that saved the people of the barge Juniper?',
    glyph: 'M10 10h10v9h9v9h9v9',
  },
  { loop: 'critic', goal: 'What is 31 * 7 - 17?', glyph: 'M9 12h16M9 20h16M9 28h10M27 30l4 4 8-10' },
  {
    loop: 'tree-of-thoughts',
    goal: 'Use 4, 9, 10 and 13 with + - * / and brackets, each exactly once, to make 24.',
    glyph: `${ring(9, 23)}${ring(36, 10)}${ring(36, 23)}${ring(36, 36)}M12 22l21-11M12 23h21M12 24l21 11`,
  },
  {
    loop: 'waves',
    goal: 'What are 17 * 6 and 14 * 3, and what is the sum of both?',
    glyph: 'M8 10v26M20 10v16M20 30v6M32 10v26M11 18h6M23 28h6',
  },
  {
    loop: 'experts',
    goal: 'How many kilometres are 26.2 miles, and how many minutes are 3.5 hours?',
    glyph: 'M9 9c0 14 14 9 14 20M37 9c0 14-14 9-14 20M23 9v28M18 32l5 5 5-5',
  },
  {
    loop: 'reason',
    goal: 'Work out what 17 * 6 is and add 14 to it.',
    glyph: `M23 8l14 15-14 15L9 23z${ring(23, 23)}`,
  },
  { loop: 'research', goal: 'The lighthouses of the Sound', glyph: 'M8 36c7 0 8-20 30-24M8 12v24h30M8 16h30' },
  { loop: 'auto', goal: 'What is 17 * 6 + 14?', glyph: 'M6 23h30M30 17l6 6-6 6' },
]
