/** The version of the rules by which bodies are read. Rises when stored bodies are to be read anew: tables and guesses of columns. */
export const derivation = 5
