/** Pages that are no pages: a test for robots, a demand to log in, a request to switch scripts on. */

/** A real article is longer than this; a wall is not. */
const longestWall = 3000

const walls: readonly (readonly [RegExp, string])[] = [
  [
    /verify (?:that )?you(?:'| a)re (?:a )?human|are you a robot|captcha|checking your browser|unusual traffic|just a moment\.\.\.|attention required!/i,
    'The site wants proof that a person reads it, and shows no content.',
  ],
  [
    /(?:please )?enable (?:javascript|cookies)|javascript is (?:disabled|required)|requires javascript/i,
    'The site shows its content only to a browser that runs scripts.',
  ],
  [
    /(?:please )?(?:log|sign) ?in to (?:continue|view|read|access)|you must be logged in|members only|subscribe to (?:continue|read)|create (?:a free |an )account to/i,
    'The site shows its content only to those who have logged in.',
  ],
  [/access (?:to this page has been )?denied|403 forbidden/i, 'The site refused to show the page.'],
]

/** Why a text is not what its page is about; undefined when nothing speaks for that. */
export function wallIn(text: string): string | undefined {
  if (text.length > longestWall) return undefined
  return walls.find(([pattern]) => pattern.test(text))?.[1]
}
