import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { cn } from './cn.ts';
import type { SortableRow } from './sorting-context.ts';

const transition = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** A row that can be dragged: the `useRow` of a `Sortable`. */
export function useDraggableRow(id: number): SortableRow {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, ...state } = useSortable({
    id,
    transition,
  });
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition: state.transition },
      className: cn(
        state.isDragging && 'relative z-10 bg-surface! shadow-float outline -outline-offset-1 outline-line-strong',
      ),
    },
    grip: {
      ...listeners,
      ref: setActivatorNodeRef,
      'aria-describedby': attributes['aria-describedby'],
      lifted: state.isDragging,
    },
  };
}
