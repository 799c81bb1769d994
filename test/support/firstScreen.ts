/** Finds what a page shows that has asked the core for profiles and heard that there are none. */
export const firstScreen = 'main.first'
