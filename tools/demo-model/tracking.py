"""A plain two-stage tracker and line counter, sufficient to check that the true counts can be reached."""

from collections import Counter

import numpy as np

from runtime import iou

HIGH, LOW, NEW = 0.6, 0.1, 0.7
PATIENCE = 30
LOOSE, STRICT = 0.2, 0.5
DEAD_BAND = 0.02
SETTLE_SECONDS = 0.1


class Track:
    def __init__(self, number, box, kind):
        self.number, self.box, self.kinds = number, box, Counter([kind])
        self.speed = np.zeros(4)
        self.lost = 0

    def predicted(self):
        return self.box + self.speed

    def update(self, box, kind):
        self.speed = 0.7 * self.speed + 0.3 * (box - self.box) / (self.lost + 1)
        self.box, self.lost = box, 0
        self.kinds[kind] += 1

    def miss(self):
        self.box = self.predicted()
        self.lost += 1


class Tracker:
    def __init__(self):
        self.tracks = []
        self.count = 0

    def step(self, boxes, scores, kinds):
        """Returns the tracks seen in this frame."""
        free = list(self.tracks)
        high = np.flatnonzero(scores >= HIGH)
        low = np.flatnonzero((scores >= LOW) & (scores < HIGH))
        free, unused = self._match(free, boxes, kinds, high, LOOSE)
        recent = [track for track in free if track.lost == 0]
        still_free, _ = self._match(recent, boxes, kinds, low, STRICT)
        for track in still_free + [track for track in free if track.lost > 0]:
            track.miss()
        for index in unused:
            if scores[index] >= NEW:
                self.count += 1
                self.tracks.append(Track(self.count, boxes[index].astype(float), int(kinds[index])))
        self.tracks = [track for track in self.tracks if track.lost <= PATIENCE]
        return [track for track in self.tracks if track.lost == 0]

    @staticmethod
    def _match(tracks, boxes, kinds, indices, least):
        if not tracks or not len(indices):
            return tracks, list(indices)
        overlaps = iou(np.stack([track.predicted() for track in tracks]), boxes[indices])
        taken_tracks, taken_boxes = set(), set()
        for flat in np.argsort(-overlaps, axis=None):
            row, column = np.unravel_index(flat, overlaps.shape)
            if overlaps[row, column] < least:
                break
            if row in taken_tracks or column in taken_boxes:
                continue
            taken_tracks.add(row)
            taken_boxes.add(column)
            tracks[row].update(boxes[indices[column]].astype(float), int(kinds[indices[column]]))
        return (
            [track for row, track in enumerate(tracks) if row not in taken_tracks],
            [index for column, index in enumerate(indices) if column not in taken_boxes],
        )


class LineCounter:
    """Counts bottom-centre anchors that settle on the other side of a directed line."""

    def __init__(self, points):
        self.a, self.b = np.asarray(points[0], float), np.asarray(points[1], float)
        self.states = {}
        self.crossings = []

    def observe(self, number, kind, box, time):
        anchor = np.array([(box[0] + box[2]) / 2, box[3]])
        distance = side_distance(self.a, self.b, anchor)
        state = self.states.setdefault(number, {"side": 0, "previous": anchor, "pending": None, "passed": False})
        passes = segments_meet(state["previous"], anchor, self.a, self.b)
        state["previous"] = anchor
        state["passed"] = state["passed"] or passes
        if abs(distance) <= DEAD_BAND * (box[3] - box[1]):
            return
        side = 1 if distance > 0 else -1
        if state["side"] == 0:
            state["side"] = side
        if side == state["side"]:
            state["pending"] = None
            state["passed"] = passes
            return
        if state["pending"] is None:
            state["pending"] = (time, state["passed"])
        since, passed = state["pending"]
        if time - since < SETTLE_SECONDS:
            return
        if passed:
            self.crossings.append((kind, "b_to_a" if side > 0 else "a_to_b", since))
        state.update(side=side, pending=None, passed=False)


def side_distance(a, b, point):
    along = b - a
    return (along[1] * (point[0] - a[0]) - along[0] * (point[1] - a[1])) / np.hypot(*along)


def segments_meet(p, q, a, b):
    if np.array_equal(p, q):
        return False
    return (side_distance(a, b, p) > 0) != (side_distance(a, b, q) > 0) and (
        (side_distance(p, q, a) > 0) != (side_distance(p, q, b) > 0)
    )
