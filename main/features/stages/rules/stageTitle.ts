const mostCharacters = 80

/** The one title of a stage: its given name, else the names of its distances, as many as fit, else the first block of its GUID. */
export const stageTitle = (name: string, distances: readonly string[], guid: string): string => {
  if (name !== '') return name
  const named = [...new Set(distances.map((distance) => distance.trim()))].filter((distance) => distance !== '')
  const whole = named.join(', ')
  if (whole.length > mostCharacters) {
    const start = whole.slice(0, mostCharacters - 1)
    return `${start.replace(/,?[^,]*$/u, '') || start}…`
  }
  return whole || guid.slice(0, 8)
}

/** The name in a stage file; '' if a version of Racedesk made it up. */
export const givenName = (name: string, distances: readonly string[], guid: string): string => {
  const block = guid.slice(0, 8)
  return [stageTitle('', distances, guid), `Stage ${block}`, `Этап ${block}`].includes(name) ? '' : name
}
