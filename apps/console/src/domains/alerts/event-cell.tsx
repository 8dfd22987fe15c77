import cells from '../../tables/cells.module.css'

/** The event of a row; opens the row. */
export function EventButton({ text, onOpen }: { text: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={`${cells.name} ${cells.open}`}
      title={text}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {text}
    </button>
  )
}
