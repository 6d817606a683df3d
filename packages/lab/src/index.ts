/** A lab for the loops: what they reach with a model whose error rates are stated. */
export {}
