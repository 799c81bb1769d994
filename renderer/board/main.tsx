import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Board } from './Board.tsx'
import './themes.css'
import './board.css'
import './crew/crew.css'

const root = document.getElementById('board')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Board />
    </StrictMode>,
  )
}
