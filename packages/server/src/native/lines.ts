/** JSON lines as a streamed response: made as fast as they are read. */
const encoder = new TextEncoder()

/** Lines sent in one piece. */
const mostInPiece = 64

export function linesResponse(lines: AsyncGenerator<string, void, undefined>, name: string): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece: string[] = []
        while (piece.length < mostInPiece) {
          const { done, value } = await lines.next()
          if (done) break
          piece.push(`${value}\n`)
        }
        if (piece.length > 0) controller.enqueue(encoder.encode(piece.join('')))
        if (piece.length < mostInPiece) controller.close()
      },
      cancel: async () => void (await lines.return()),
    },
    { highWaterMark: 1 },
  )
  // A name out of a path: quotes and line ends would end the header.
  const file = name.replaceAll(/[^\w.-]/g, '_')
  return new Response(body, {
    headers: { 'content-type': 'application/x-ndjson', 'content-disposition': `attachment; filename="${file}"` },
  })
}
