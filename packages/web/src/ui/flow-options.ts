/** What all graphs have in common. */

/** Their library is named in docs/web.md: a mark of it in each picture is one more thing to be told apart from what is drawn. */
export const flowOptions = { hideAttribution: true } as const
