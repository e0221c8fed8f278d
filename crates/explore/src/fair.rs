//! A mutex that serves waiting threads in the order in which they asked.
//!
//! The mutex of the standard library may be taken again by the thread that has just released it, so a search that asks
//! in short slices would keep a click waiting. Here every thread takes a number and waits for its turn.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A value behind a fair lock.
pub struct Fair<T> {
    value: Mutex<T>,
    queue: Mutex<Queue>,
    called: Condvar,
}

#[derive(Default)]
struct Queue {
    next: u64,
    serving: u64,
}

impl<T> Fair<T> {
    pub fn new(value: T) -> Self {
        Fair { value: Mutex::new(value), queue: Mutex::new(Queue::default()), called: Condvar::new() }
    }

    /// Runs `with` on the value when all threads that asked before have finished.
    pub fn with<R>(&self, with: impl FnOnce(&mut T) -> R) -> R {
        let _turn = self.wait();
        // Only one thread has this number, so this never blocks. A panic in another turn leaves a value that can be
        // used.
        with(&mut self.value.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) -> Turn<'_, T> {
        let mut queue = self.queue();
        let number = queue.next;
        queue.next += 1;
        while queue.serving != number {
            queue = self.called.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        Turn(self)
    }
}

/// A turn that ends when it is dropped, after a panic too.
struct Turn<'a, T>(&'a Fair<T>);

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        self.0.queue().serving += 1;
        self.0.called.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_thread_that_comes_back_at_once_does_not_keep_others_waiting() {
        let fair = Fair::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..20 {
                    fair.with(|value| {
                        std::thread::sleep(Duration::from_millis(10));
                        *value += 1;
                    });
                }
            });
            std::thread::sleep(Duration::from_millis(25));
            let before = Instant::now();
            let seen = fair.with(|value| *value);
            assert!(seen < 20, "served after {:?}, when all others were", before.elapsed());
        });
        assert_eq!(fair.with(|value| *value), 20);
    }
}
