import { createRoot } from 'react-dom/client'
import { start } from './main.tsx'

// Apart from what it starts: of a file that asks while it is evaluated, Chromium looks up the line, for which it reads all of it again.
const root = document.getElementById('root')
if (root !== null) start(createRoot(root))
